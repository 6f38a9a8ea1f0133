"""The painted pixels, directly from the X server."""

import ctypes
import ctypes.util

_x11 = ctypes.CDLL(ctypes.util.find_library("X11"))
_x11.XOpenDisplay.restype = ctypes.c_void_p
_x11.XDefaultRootWindow.argtypes = [ctypes.c_void_p]
_x11.XDefaultRootWindow.restype = ctypes.c_ulong
_x11.XGetImage.argtypes = [
    ctypes.c_void_p, ctypes.c_ulong, ctypes.c_int, ctypes.c_int, ctypes.c_uint, ctypes.c_uint, ctypes.c_ulong, ctypes.c_int]
_x11.XGetImage.restype = ctypes.c_void_p
_x11.XGetPixel.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_int]
_x11.XGetPixel.restype = ctypes.c_ulong
_x11.XDestroyImage.argtypes = [ctypes.c_void_p]
_x11.XCloseDisplay.argtypes = [ctypes.c_void_p]
_Z_PIXMAP = 2


def brightness(x, y, width, height):
    """The mean brightness of a part of the display, from 0 to 255."""
    display = _x11.XOpenDisplay(None)
    image = _x11.XGetImage(display, _x11.XDefaultRootWindow(display), x, y, width, height, 0xFFFFFFFF, _Z_PIXMAP)
    total = 0
    for row in range(height):
        for column in range(width):
            pixel = _x11.XGetPixel(image, column, row)
            total += (pixel >> 16 & 255) + (pixel >> 8 & 255) + (pixel & 255)
    _x11.XDestroyImage(image)
    _x11.XCloseDisplay(display)
    return total / (3 * width * height)
