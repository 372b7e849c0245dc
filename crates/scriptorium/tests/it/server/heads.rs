//! Heads that cannot be read: too long, or no HTTP at all. The HTTP library refuses them before it has
//! read a request, so only their statuses are ours to promise.

use super::{RawConnection, request};

service_test! {
    fn a_head_that_is_too_long_is_refused(studio) {
        let long = "x".repeat(100_000);
        let many = "X-Many: x\r\n".repeat(200);

        for headers in [format!("X-Long: {long}\r\n"), format!("X-{long}: x\r\n"), many] {
            let reply = studio.raw(&request("GET /health/live", &headers));

            assert_eq!(reply.status, 431);
        }
        let fits = format!("X-Long: {}\r\n", "x".repeat(30_000));
        assert_eq!(studio.raw(&request("GET /health/live", &fits)).status, 200);
    }
}

service_test! {
    fn an_address_that_is_too_long_is_refused(studio) {
        for address in
            [format!("/api/projects/{}", "x".repeat(100_000)), format!("/?{}", "x".repeat(70_000))]
        {
            let reply = studio.raw(&request(&format!("GET {address}"), ""));

            // It is too long for a head before it is too long for an address.
            assert!([414, 431].contains(&reply.status), "{reply}");
        }
        let fits = format!("GET /api/projects/{}", "x".repeat(30_000));
        assert_eq!(studio.raw(&request(&fits, "")).status, 404);
    }
}

service_test! {
    fn what_is_no_http_is_refused(studio) {
        for garbage in [
            &b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\r\n\r\n"[..],
            b"hello\r\n\r\n",
            b"GET\r\n\r\n",
            b"GET /\r\n\r\n",
            b"GET / HTTP/9.9\r\n\r\n",
            b"GET  / HTTP/1.1\r\n\r\n",
            b"GET /\x00 HTTP/1.1\r\n\r\n",
            b"GET /\xff HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
            b"GET / HTTP/1.1\r\nno header\r\n\r\n",
            b"GET / HTTP/1.1\r\nHost : 127.0.0.1\r\n\r\n",
            b"GET / HTTP/1.1\r\nX: a\x00b\r\n\r\n",
            b"G\xc3\x84T / HTTP/1.1\r\n\r\n",
        ] {
            assert_eq!(studio.raw(garbage).status, 400, "{}", garbage.escape_ascii());
        }
    }
}

service_test! {
    fn garbage_behind_a_request_does_not_spoil_its_answer(studio) {
        let mut connection = RawConnection::new(studio);
        connection.send(b"GET /health/live HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\nnonsense\r\n\r\n");

        assert_eq!(connection.answer().expect("an answer").status, 200);
        assert_eq!(connection.answer().expect("a refusal").status, 400);
        assert_eq!(connection.answer(), None);
    }
}
