// What Swift's Glibc module leaves out. Header-only: constants, structures and inline wrappers.
#pragma once
