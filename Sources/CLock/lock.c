#include "lock.h"

#include <pthread.h>
#include <stdlib.h>

struct homenet_lock {
  pthread_mutex_t mutex;
};

homenet_lock *homenet_lock_create(void) {
  homenet_lock *lock = malloc(sizeof(homenet_lock));
  if (lock == NULL) abort();
  // With default attributes it can't fail on Linux.
  pthread_mutex_init(&lock->mutex, NULL);
  return lock;
}

void homenet_lock_take(homenet_lock *lock) { pthread_mutex_lock(&lock->mutex); }

void homenet_lock_release(homenet_lock *lock) { pthread_mutex_unlock(&lock->mutex); }

void homenet_lock_destroy(homenet_lock *lock) {
  pthread_mutex_destroy(&lock->mutex);
  free(lock);
}
