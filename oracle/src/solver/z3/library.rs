//! The C interface of `libz3`, opened at run time: the few functions of it that are used.

use std::ffi::{CStr, CString, c_char, c_int, c_uint, c_void};
use std::path::Path;

/// A context of Z3's.
pub(super) type Context = *mut c_void;
type Config = *mut c_void;
type ErrorHandler = extern "C" fn(Context, c_int);

/// The functions. The library is never unloaded, so that they stay valid.
#[derive(Clone, Copy)]
pub(super) struct Library {
    mk_config: unsafe extern "C" fn() -> Config,
    del_config: unsafe extern "C" fn(Config),
    mk_context: unsafe extern "C" fn(Config) -> Context,
    del_context: unsafe extern "C" fn(Context),
    set_error_handler: unsafe extern "C" fn(Context, Option<ErrorHandler>),
    eval: unsafe extern "C" fn(Context, *const c_char) -> *const c_char,
    interrupt: unsafe extern "C" fn(Context),
    set_global: unsafe extern "C" fn(*const c_char, *const c_char),
    toggle_warnings: unsafe extern "C" fn(bool),
    version: unsafe extern "C" fn(*mut c_uint, *mut c_uint, *mut c_uint, *mut c_uint),
}

/// Errors are read from the text that comes back; the default handler would end the process.
extern "C" fn ignore_error(_: Context, _: c_int) {}

impl Library {
    /// Opens the library. From then on it warns of nothing: an old one prints a list of all that it
    /// knows for a parameter that it does not.
    ///
    /// # Errors
    /// If it is not a library of this machine, or not Z3.
    pub fn open(path: &Path) -> Result<Library, libloading::Error> {
        let library = Library::load(path)?;
        // SAFETY: it takes a truth value, and sets a variable.
        unsafe { (library.toggle_warnings)(false) };
        Ok(library)
    }

    fn load(path: &Path) -> Result<Library, libloading::Error> {
        // SAFETY: loading runs the library's initialisers. The file is the one that the user or
        // the search for libz3 names, and the symbols below make sure that it is Z3.
        let library = unsafe { libloading::Library::new(path) }?;
        // SAFETY: the types are those of Z3's header `z3_api.h` (`Z3_string` is `const char *`,
        // `Z3_context` and `Z3_config` are pointers, `Z3_error_code` is an enumeration).
        let functions = unsafe {
            Library {
                mk_config: *library.get(b"Z3_mk_config\0")?,
                del_config: *library.get(b"Z3_del_config\0")?,
                mk_context: *library.get(b"Z3_mk_context\0")?,
                del_context: *library.get(b"Z3_del_context\0")?,
                set_error_handler: *library.get(b"Z3_set_error_handler\0")?,
                eval: *library.get(b"Z3_eval_smtlib2_string\0")?,
                interrupt: *library.get(b"Z3_interrupt\0")?,
                set_global: *library.get(b"Z3_global_param_set\0")?,
                toggle_warnings: *library.get(b"Z3_toggle_warning_messages\0")?,
                version: *library.get(b"Z3_get_version\0")?,
            }
        };
        // The functions must stay, and a thread of Z3's may outlive every owner here.
        std::mem::forget(library);
        Ok(functions)
    }

    /// `5.4.0`.
    pub fn version(&self) -> String {
        let (mut major, mut minor, mut build, mut revision) = (0, 0, 0, 0);
        // SAFETY: four valid pointers to `unsigned`, as the function asks.
        unsafe { (self.version)(&mut major, &mut minor, &mut build, &mut revision) };
        format!("{major}.{minor}.{build}")
    }

    /// A new context, whose errors end nothing.
    pub fn context(&self) -> Context {
        // SAFETY: the config is used once and deleted; the context is fresh, and the handler is a
        // function that lives for ever.
        unsafe {
            let config = (self.mk_config)();
            let context = (self.mk_context)(config);
            (self.del_config)(config);
            (self.set_error_handler)(context, Some(ignore_error));
            context
        }
    }

    /// Deletes a context.
    ///
    /// # Safety
    /// The context is of [`Library::context`], and nobody uses it any more.
    pub unsafe fn delete(&self, context: Context) {
        // SAFETY: the caller promises it.
        unsafe { (self.del_context)(context) }
    }

    /// Asks a query that is under way to stop. Any thread may.
    ///
    /// # Safety
    /// The context is of [`Library::context`], and is not deleted.
    pub unsafe fn interrupt(&self, context: Context) {
        // SAFETY: the caller promises it.
        unsafe { (self.interrupt)(context) }
    }

    /// What Z3 prints when it runs the text.
    pub fn eval(&self, context: Context, script: &str) -> String {
        let Ok(script) = CString::new(script) else { return "(error \"a NUL\")".into() };
        // SAFETY: the context is alive and used by this thread only; the answer, if any, is a C
        // string of the context's, copied before the context is used again.
        unsafe {
            let answer = (self.eval)(context, script.as_ptr());
            if answer.is_null() {
                return "(error \"no answer\")".into();
            }
            CStr::from_ptr(answer).to_string_lossy().into_owned()
        }
    }

    /// Sets a parameter of all contexts. One that this version does not know is left alone.
    pub fn set_global(&self, key: &CStr, value: &str) {
        if let Ok(value) = CString::new(value) {
            // SAFETY: two valid C strings.
            unsafe { (self.set_global)(key.as_ptr(), value.as_ptr()) }
        }
    }

    /// How much memory Z3 may take from now on.
    pub fn limit_memory(&self, mib: u32) {
        self.set_global(c"memory_max_size", &mib.to_string());
    }
}
