//! Browser and operating system names for the list of sessions, read from the `User-Agent` header.

/// Browser tokens, most specific first: nearly all browsers also claim to be Mozilla, Chrome and
/// Safari.
const BROWSERS: [(&str, &str); 9] = [
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
    ("curl/", "curl"),
];

/// System tokens, most specific first: Android also claims to be Linux, and iPhones contain "like
/// Mac OS X".
const SYSTEMS: [(&str, &str); 8] = [
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("CrOS", "ChromeOS"),
    ("Mac OS X", "macOS"),
    ("Macintosh", "macOS"),
    ("Linux", "Linux"),
];

/// The browser and system that a device claims to have. Not verified.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Device {
    /// The browser.
    pub browser: Option<&'static str>,
    /// The system.
    pub system: Option<&'static str>,
}

impl Device {
    /// Reads the `User-Agent` header.
    pub fn from_user_agent(user_agent: &str) -> Self {
        let find = |marks: &[(&str, &'static str)]| {
            marks
                .iter()
                .find(|(mark, _)| user_agent.contains(mark))
                .map(|(_, name)| *name)
        };
        Self {
            browser: find(&BROWSERS),
            system: find(&SYSTEMS),
        }
    }
}

// Example: "Firefox on Linux".
impl std::fmt::Display for Device {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.browser, self.system) {
            (Some(browser), Some(system)) => write!(f, "{browser} on {system}"),
            (Some(only), None) | (None, Some(only)) => f.write_str(only),
            (None, None) => f.write_str("Unknown device"),
        }
    }
}

/// Returns the display name of a device for its `User-Agent` header, such as "Firefox on Linux".
pub fn device_name(user_agent: &str) -> String {
    Device::from_user_agent(user_agent).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usual_browsers_are_recognised() {
        for (agent, name) in [
            (
                "Mozilla/5.0 (X11; Linux x86_64; rv:131.0) Gecko/20100101 Firefox/131.0",
                "Firefox on Linux",
            ),
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 \
                 Safari/537.36 Edg/130.0",
                "Edge on Windows",
            ),
            (
                "Mozilla/5.0 (Macintosh; Intel Mac OS X 14_6) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.6 \
                 Safari/605.1.15",
                "Safari on macOS",
            ),
            (
                "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/129.0 Mobile Safari/537.36",
                "Chrome on Android",
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 17_6 like Mac OS X) AppleWebKit/605.1.15 CriOS/129.0 Mobile Safari/604.1",
                "Chrome on iPhone",
            ),
            ("curl/8.5.0", "curl"),
            ("", "Unknown device"),
            ("Test", "Unknown device"),
        ] {
            assert_eq!(device_name(agent), name, "{agent}");
        }
    }
}
