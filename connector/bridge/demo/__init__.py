"""The demo Bridge and the stand-in catalog: for the demo, the tests and the benchmarks; nothing else imports them."""
