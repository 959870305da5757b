//! Standard input, frame by frame, before tower-lsp sees it: its stream ends for ever at the first message that is no JSON,
//! and with it the server. Here such a message is passed over, with a line in the log.

use std::io::{BufRead, Read};

use serde::de::IgnoredAny;
use tokio::io::{AsyncWriteExt, DuplexStream};

/// No message is longer: what says so is no header.
const LONGEST: usize = 256 << 20;
/// So much is read ahead of the handlers.
const AHEAD: usize = 1 << 20;

/// Standard input without what is no message. Ends when that ends.
pub fn standard_input() -> DuplexStream {
    let (mut writer, reader) = tokio::io::duplex(AHEAD);
    let runtime = tokio::runtime::Handle::current();
    std::thread::spawn(move || {
        let mut input = std::io::stdin().lock();
        while let Some(body) = next(&mut input) {
            let head = format!("Content-Length: {}\r\n\r\n", body.len());
            let sent = runtime.block_on(async {
                writer.write_all(head.as_bytes()).await?;
                writer.write_all(&body).await
            });
            if sent.is_err() {
                return; // the server ends
            }
        }
    });
    reader
}

/// The next body that is JSON; `None` at the end.
fn next(input: &mut impl BufRead) -> Option<Vec<u8>> {
    loop {
        let length = length(input)?;
        let mut body = Vec::new();
        let read = input
            .by_ref()
            .take(u64::try_from(length).ok()?)
            .read_to_end(&mut body)
            .ok()?;
        if read < length {
            return None;
        }
        match serde_json::from_slice::<IgnoredAny>(&body) {
            Ok(_) => return Some(body),
            Err(error) => tracing::warn!("a message of {length} bytes is no JSON and is passed over: {error}"),
        }
    }
}

/// Reads headers up to the empty line; lines that are none are passed over.
fn length(input: &mut impl BufRead) -> Option<usize> {
    let mut length = None;
    loop {
        let mut line = Vec::new();
        // A line that never ends is no header either.
        if input.by_ref().take(AHEAD as u64).read_until(b'\n', &mut line).ok()? == 0 {
            return None;
        }
        let line = String::from_utf8_lossy(&line);
        match (line.trim_end(), length) {
            ("", Some(length)) => return Some(length),
            ("", None) => {}
            (header, _) => {
                let named = header
                    .split_once(':')
                    .filter(|(name, _)| name.eq_ignore_ascii_case("content-length"));
                if let Some((_, value)) = named {
                    length = value.trim().parse().ok().filter(|&length| length <= LONGEST);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rubbish_between_messages_is_passed_over() {
        let wire = b"Content-Length: 2\r\n\r\n{}hello\r\n\r\nContent-Length: 9\r\n\r\n{rubbish}content-length: 4\r\nContent-Type: x\r\n\r\nnull\
            Content-Length: 99999999999999999999\r\n\r\nContent-Length: 3\r\n\r\n[1]Content-Length: 5\r\n\r\n[";
        let mut input = &wire[..];
        let bodies: Vec<Vec<u8>> = std::iter::from_fn(|| next(&mut input)).collect();
        assert_eq!(bodies, [b"{}".to_vec(), b"null".to_vec(), b"[1]".to_vec()]);
    }
}
