//! Tests of how fast somebody may ask: each token as fast as it is set, nobody on a loopback
//! address too fast.

use super::{Person, Scope, open_to_all};

service_test! {
    fn who_asks_too_fast_is_told_to_wait_and_nobody_else(
        mut studio, "server.rate_per_second" = "2", "server.rate_burst" = "3"
    ) {
        let mina = Person::new(studio, "mina", Scope::Read).bearer;
        let lucy = Person::new(studio, "lucy", Scope::Read).bearer;
        open_to_all(studio);
        let (mina, lucy) = (Person { studio, bearer: mina }, Person { studio, bearer: lucy });
        let asked = |person: &Person<'_>| person.get("/api/projects").status;

        let answers = [(); 5].map(|()| asked(&mina));

        assert_eq!(answers, [200, 200, 200, 429, 429]);
        let refused = mina.get("/api/projects/x");
        insta::assert_snapshot!(refused, @r#"
        429
        {"detail":"Too many requests came with this token"}
        "#);
        assert_eq!(refused.header("retry-after"), Some("1"));
        // Neither somebody else nor whoever watches over the service has to wait for her.
        assert_eq!(asked(&lucy), 200);
        assert_eq!(studio.get("/health/live").status, 200);
        studio.clock.advance(1_000);
        assert_eq!([(); 3].map(|()| asked(&mina)), [200, 200, 429]);
    }
}

service_test! {
    fn on_a_loopback_address_nobody_asks_too_fast(
        studio, "server.rate_per_second" = "1", "server.rate_burst" = "1"
    ) {
        let mina = Person::new(studio, "mina", Scope::Read);

        for _ in 0..3 {
            assert_eq!(studio.get("/api/projects").status, 200);
            assert_eq!(mina.get("/api/projects").status, 200);
        }
    }
}
