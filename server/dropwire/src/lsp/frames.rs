//! Standard input, frame by frame, before tower-lsp sees it: its stream ends forever at the first message that is none by JSON-RPC,
//! and with it the server. Here a request replaces such a message and gets an error for an answer.

use std::io::{BufRead, Read};

use serde::Deserialize;
use serde_json::{Value, json};
use tokio::io::{AsyncWriteExt, DuplexStream};
use tower_lsp::jsonrpc::{Error, ErrorCode, Id, Request, Response};

/// The method of the replacement; its parameters are the error.
const REFUSED: &str = "dropwire/refused";

/// No message is longer: what says so is no header.
const LONGEST: usize = 256 << 20;
/// So much is read ahead of the handlers.
const AHEAD: usize = 1 << 20;

/// The answer to a request that replaces what was no message.
pub fn refusal(request: &Request) -> Option<Response> {
    if request.method() != REFUSED {
        return None;
    }
    let error = request.params().and_then(|error| Error::deserialize(error).ok());
    Some(Response::from_error(
        request.id().cloned().unwrap_or(Id::Null),
        error.unwrap_or_else(Error::invalid_request),
    ))
}

/// The answer to a request that tower-lsp takes for a notification and would never answer: one of the protocol's own, by its name.
pub fn unknown_request(request: &Request) -> Option<Response> {
    let id = request.id().filter(|_| request.method().starts_with("$/"))?;
    let error = Error {
        message: format!("there is no method `{}`", request.method()).into(),
        ..Error::method_not_found()
    };
    Some(Response::from_error(id.clone(), error))
}

/// Standard input, and errors for what is no message in it. Ends when that ends.
pub fn standard_input() -> DuplexStream {
    let (mut writer, reader) = tokio::io::duplex(AHEAD);
    let runtime = tokio::runtime::Handle::current();
    std::thread::spawn(move || {
        let mut input = std::io::stdin().lock();
        loop {
            let body = match next(&mut input) {
                Ok(Some(body)) => body,
                Ok(None) => return,
                Err(why) => {
                    // Where the next message begins is not known any more.
                    tracing::error!("{why}; the server ends");
                    std::process::exit(1);
                }
            };
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

/// What the server would see of an input: the body of each message, or of the request that replaces it.
pub fn messages(mut input: &[u8]) -> impl Iterator<Item = Vec<u8>> {
    std::iter::from_fn(move || next(&mut input).ok().flatten())
}

/// The body of the next frame, whatever it is; `None` at the end.
///
/// # Errors
/// A sentence: its header says that it is longer than any message.
pub fn body(input: &mut impl BufRead) -> Result<Option<Vec<u8>>, String> {
    let Some(length) = length(input)? else { return Ok(None) };
    let mut body = Vec::new();
    let read = input.by_ref().take(length as u64).read_to_end(&mut body);
    Ok(read.is_ok_and(|read| read == length).then_some(body))
}

/// The next body, or what replaces it; `None` at the end.
fn next(input: &mut impl BufRead) -> Result<Option<Vec<u8>>, String> {
    let Some(body) = body(input)? else { return Ok(None) };
    let error = match serde_json::from_slice::<Value>(&body) {
        Ok(message) if Request::deserialize(&message).is_ok() || Response::deserialize(&message).is_ok() => {
            return Ok(Some(body));
        }
        Ok(message) => refused(&message),
        Err(error) => stand_in(&Id::Null, ErrorCode::ParseError, format!("not JSON: {error}")),
    };
    let why = error["params"]["message"].as_str().unwrap_or_default();
    tracing::warn!("a message of {} bytes is refused: {why}", body.len());
    Ok(Some(error.to_string().into_bytes()))
}

/// The request for a message that is JSON, and no more. Whoever waits for an answer to it gets one, if its number is known.
fn refused(message: &Value) -> Value {
    let why = match message {
        Value::Array(_) => "batches are not supported: send messages one by one",
        Value::Object(_) => "neither a request nor a response of JSON-RPC 2.0",
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => "a message is an object",
    };
    let id = message.get("id").and_then(|id| Id::deserialize(id).ok());
    stand_in(&id.unwrap_or(Id::Null), ErrorCode::InvalidRequest, why.to_owned())
}

fn stand_in(id: &Id, code: ErrorCode, message: String) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "method": REFUSED, "params": { "code": code, "message": message } })
}

/// Reads headers up to the empty line; lines that are none are passed over.
fn length(input: &mut impl BufRead) -> Result<Option<usize>, String> {
    let mut length = None;
    loop {
        let mut line = Vec::new();
        // A line that never ends is no header either.
        let read = input.by_ref().take(AHEAD as u64).read_until(b'\n', &mut line);
        if read.unwrap_or(0) == 0 {
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&line);
        match (line.trim_end(), length) {
            ("", Some(length)) => return Ok(Some(length)),
            ("", None) => {}
            (header, _) => {
                let named = header
                    .split_once(':')
                    .filter(|(name, _)| name.eq_ignore_ascii_case("content-length"));
                if let Some((_, value)) = named {
                    let value = value.trim();
                    length = value.parse().ok();
                    let is_number = !value.is_empty() && value.bytes().all(|digit| digit.is_ascii_digit());
                    if is_number && length.is_none_or(|length| length > LONGEST) {
                        return Err(format!(
                            "a message of {value} bytes is announced, and none is longer than {LONGEST}"
                        ));
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn framed(body: &[u8]) -> Vec<u8> {
        [format!("Content-Length: {}\r\n\r\n", body.len()).as_bytes(), body].concat()
    }

    #[test]
    fn rubbish_between_messages_is_passed_over() {
        let message = br#"{"jsonrpc":"2.0","method":"a"}"#;
        let rubbish = b"hello\r\n\r\nContent-Length: abc\r\n\r\n\xff: 5\r\n\r\n";
        let wire = [
            &framed(message)[..],
            rubbish,
            &framed(message),
            b"Content-Length: 5\r\n\r\n[",
        ]
        .concat();
        let mut input = &wire[..];
        let bodies: Vec<Vec<u8>> = std::iter::from_fn(|| next(&mut input).unwrap()).collect();
        assert_eq!(bodies, [message.to_vec(), message.to_vec()]);
    }

    #[test]
    fn a_request_of_the_protocols_own_that_is_unknown_gets_an_error() {
        let answered = |body: &str| unknown_request(&serde_json::from_str(body).unwrap());
        let answer = answered(r#"{"jsonrpc":"2.0","id":5,"method":"$/foo"}"#).unwrap();
        assert_eq!(serde_json::to_value(answer).unwrap()["error"]["code"], -32_601);
        assert_eq!(answered(r#"{"jsonrpc":"2.0","method":"$/foo"}"#), None);
        assert_eq!(
            answered(r#"{"jsonrpc":"2.0","id":5,"method":"dropwire/targets"}"#),
            None
        );
    }

    #[test]
    fn a_message_that_is_too_long_is_the_end() {
        for length in ["268435457", "99999999999999", "99999999999999999999"] {
            let wire = format!("Content-Length: {length}\r\n\r\n{{");
            let why = next(&mut wire.as_bytes()).unwrap_err();
            assert!(why.contains(length), "{why}");
        }
    }

    /// What is answered to a body: the number of the message, and that of the error.
    fn answer(body: &[u8]) -> Option<(Value, i64)> {
        let frame = next(&mut &framed(body)[..]).unwrap().unwrap();
        let request: Request = serde_json::from_slice(&frame).ok()?;
        let answer = serde_json::to_value(refusal(&request)?).unwrap();
        Some((answer["id"].clone(), answer["error"]["code"].as_i64().unwrap()))
    }

    #[test]
    fn what_is_no_message_gets_an_error() {
        let deep = format!(
            r#"{{"jsonrpc":"2.0","id":5,"method":"a","params":{}{}}}"#,
            "[".repeat(9_999),
            "]".repeat(9_999)
        );
        let (no_json, invalid) = (-32_700, -32_600);
        let table: &[(&[u8], Value, i64)] = &[
            (b"", Value::Null, no_json),
            (b"{", Value::Null, no_json),
            (br#"{"jsonrpc":"2.0","id":5,"method":"a""#, Value::Null, no_json),
            (
                b"{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"\xff\"}",
                Value::Null,
                no_json,
            ),
            (deep.as_bytes(), Value::Null, no_json),
            (b"null", Value::Null, invalid),
            (b"7", Value::Null, invalid),
            (br#""a""#, Value::Null, invalid),
            (b"[]", Value::Null, invalid),
            (br#"[{"jsonrpc":"2.0","id":5,"method":"a"}]"#, Value::Null, invalid),
            (br#"{"id":5,"method":"a"}"#, json!(5), invalid),
            (br#"{"jsonrpc":"1.0","id":"b","method":"a"}"#, json!("b"), invalid),
            (br#"{"jsonrpc":"2.0","id":5,"method":6}"#, json!(5), invalid),
            (br#"{"jsonrpc":"2.0","id":{},"method":"a"}"#, Value::Null, invalid),
            (br#"{"jsonrpc":"2.0","id":1.5,"method":"a"}"#, Value::Null, invalid),
            (br#"{"jsonrpc":"2.0","id":true,"method":"a"}"#, Value::Null, invalid),
            (
                br#"{"jsonrpc":"2.0","id":99999999999999999999,"method":"a"}"#,
                Value::Null,
                invalid,
            ),
        ];
        for (body, id, code) in table {
            let shown = String::from_utf8_lossy(&body[..body.len().min(60)]);
            assert_eq!(answer(body), Some((id.clone(), *code)), "{shown}");
        }
        assert_eq!(answer(br#"{"jsonrpc":"2.0","id":5,"method":"a","params":{}}"#), None);
        assert_eq!(answer(br#"{"jsonrpc":"2.0","id":5,"result":null}"#), None);
    }
}
