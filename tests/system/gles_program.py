"""Python programs that use OpenGL ES without a window: the text that they begin with."""

# Makes `gl`, the library, with a context that is current. Ends with status 77 if the driver is not Mesa's for these GPUs.
# Defines functions: link() makes the program of shaders, each a kind and its text; name() makes an object; bind_storage()
# binds a storage buffer with these contents to binding 0.
BEGIN = """
import ctypes, sys
egl, gl = ctypes.CDLL("libEGL.so.1"), ctypes.CDLL("libGLESv2.so.2")
pointer, integers = ctypes.c_void_p, lambda *all: (ctypes.c_int * len(all))(*all)
for name in "eglGetPlatformDisplay", "eglCreateContext":
    getattr(egl, name).restype = pointer
display = pointer(egl.eglGetPlatformDisplay(0x31DD, pointer(), pointer()))
assert display and egl.eglInitialize(display, None, None) and egl.eglBindAPI(0x30A0)
config, count = pointer(), ctypes.c_int()
assert egl.eglChooseConfig(display, integers(0x3040, 0x40, 0x3038), ctypes.byref(config), 1, ctypes.byref(count))
context = egl.eglCreateContext(display, config, pointer(), integers(0x3098, 3, 0x30FB, 1, 0x3038))
assert context and egl.eglMakeCurrent(display, pointer(), pointer(), pointer(context))
gl.glGetString.restype = ctypes.c_char_p
if b"Intel" not in gl.glGetString(0x1F01):
    sys.exit(77)
COMPUTE, VERTEX, PIXEL = 0x91B9, 0x8B31, 0x8B30
def compiled(kind, text):
    shader, source = gl.glCreateShader(kind), ctypes.c_char_p(text.encode())
    gl.glShaderSource(shader, 1, ctypes.byref(source), None)
    gl.glCompileShader(shader)
    return shader
def link(*shaders):
    shaders = [compiled(*each) for each in shaders]
    program = gl.glCreateProgram()
    for each in shaders:
        gl.glAttachShader(program, each)
    gl.glLinkProgram(program)
    linked = ctypes.c_int()
    gl.glGetProgramiv(program, 0x8B82, ctypes.byref(linked))
    if not linked.value:
        log = ctypes.create_string_buffer(4096)
        gl.glGetProgramInfoLog(program, 4096, None, log)
        sys.exit(log.value.decode())
    gl.glUseProgram(program)
def name(function):
    name = ctypes.c_uint()
    getattr(gl, function)(1, ctypes.byref(name))
    return name
def bind_storage(contents):
    gl.glBindBufferBase(0x90D2, 0, name("glGenBuffers"))
    gl.glBufferData(0x90D2, ctypes.c_ssize_t(len(contents)), contents, 0x88E9)
"""
