//! Calendar feeds in a format of one line for each event.

use crate::ports::{CalendarFeed, FeedEvent, FeedFormat};

/// Writes the name of the calendar in the first line. Each further line is an event: its day, title,
/// description, address and identifier, separated by ` | `.
pub struct PlainFeeds;

impl FeedFormat for PlainFeeds {
    fn write(&self, feed: &CalendarFeed) -> String {
        let events = feed.events.iter().map(|event| {
            let FeedEvent {
                uid,
                day,
                title,
                description,
                url,
            } = event;
            let texts = [title, description, url, uid].map(|text| escaped(text));
            format!("{day} | {}\n", texts.join(" | "))
        });
        [escaped(&feed.name), "\n".to_owned()]
            .into_iter()
            .chain(events)
            .collect()
    }
}

fn escaped(text: &str) -> String {
    let text: String = text
        .chars()
        .filter(|letter| *letter == '\n' || !letter.is_control())
        .collect();
    text.replace('\\', r"\\").replace('\n', r"\n").replace('|', r"\p")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::feed_format::{CONTRACT, TestFeedFormat};

    fn read(text: &str) -> String {
        let mut read = String::new();
        let mut letters = text.chars();
        while let Some(letter) = letters.next() {
            read.push(match letter {
                '\\' => match letters.next().unwrap() {
                    'n' => '\n',
                    'p' => '|',
                    other => other,
                },
                other => other,
            });
        }
        read
    }

    impl TestFeedFormat for PlainFeeds {
        fn adapter(&self) -> &dyn FeedFormat {
            self
        }

        fn read(&self, text: &str) -> (String, Vec<FeedEvent>) {
            let mut lines = text.lines();
            let name = read(lines.next().unwrap());
            let events = lines.map(|line| {
                let parts: Vec<String> = line.split(" | ").map(read).collect();
                let [day, title, description, url, uid] = parts.try_into().unwrap();
                FeedEvent {
                    uid,
                    day: day.parse().unwrap(),
                    title,
                    description,
                    url,
                }
            });
            (name, events.collect())
        }
    }

    #[test]
    fn plain_feeds_satisfy_the_contract() {
        for (_, clause) in CONTRACT {
            clause(&PlainFeeds);
        }
    }
}
