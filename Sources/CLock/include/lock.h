#ifndef HOMENET_LOCK_H
#define HOMENET_LOCK_H

// A POSIX mutex of its own storage, so that Swift code needs no system module for one.
typedef struct homenet_lock homenet_lock;

/// A lock that nobody holds. Without memory the program ends, as in Swift's own allocations.
homenet_lock *_Nonnull homenet_lock_create(void);
void homenet_lock_take(homenet_lock *_Nonnull lock);
void homenet_lock_release(homenet_lock *_Nonnull lock);
/// Frees a lock that nobody holds.
void homenet_lock_destroy(homenet_lock *_Nonnull lock);

#endif
