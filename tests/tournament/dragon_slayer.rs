//! Dragon Slayer as a contest: the same dice from every seat, the same results on
//! any number of threads, and its stupid twin.
