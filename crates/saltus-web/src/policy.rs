//! What the page may do, as a content security policy.

macro_rules! policy {
    ($scripts:literal, $answers:literal, $more:literal) => {
        concat!(
            "default-src 'none'; script-src ",
            $scripts,
            "; style-src 'self'; img-src 'self' data: blob:; connect-src ",
            $answers,
            "; manifest-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'",
            $more
        )
    };
}

/// Of a page that is served.
pub(crate) const SERVED: &str = policy!("'self'", "'self'", "; frame-ancestors 'self'");

/// The same with modules, which the page keeps for when the server has ended.
pub(crate) const SERVED_WITH_MODULES: &str =
    policy!("'self' 'wasm-unsafe-eval'; worker-src 'self' blob:", "'self' blob:", "; frame-ancestors 'self'");

/// Of a site of files, as far as a page can say so itself.
pub(crate) const OF_FILES: &str = policy!("'self' 'wasm-unsafe-eval'; worker-src 'self' blob:", "'self'", "");

/// Of a page in which everything is.
pub(crate) const OF_ONE_FILE: &str = "default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval'; \
    worker-src blob:; style-src 'unsafe-inline'; img-src data: blob:; base-uri 'none'; form-action 'none'";
