// libqrencode, as the system has it (Debian: libqrencode-dev).
#include <qrencode.h>
