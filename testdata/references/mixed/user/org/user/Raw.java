package org.user;

/** References through types that are written without arguments. */
class Raw {
    interface Held<V> {
        V get();

        Flow<V> all();

        static <W> Held<W> of(W one) {
            return null;
        }
    }

    static class Kept<V> implements Held<V> {
        Kept() {}

        Kept(V one) {}

        public V get() { //= org.user.Raw.Held#get() override exact
            return null;
        }

        public Flow<V> all() {
            return null;
        }

        void put(V one) {}
    }

    interface Job {
        void go();
    }

    void jobs(Flow<Held<Job>> held, Flow<Kept<Job>> kept, Flow<Job> jobs) {
        held.map(Held::get).each(one -> done(one)); //= org.user.Raw.Held#get() method_reference high | org.user.Raw#done(Job) call high
        held.map(Held::get).each(one -> one.go()); //= org.user.Raw.Held#get() method_reference high | org.user.Raw.Job#go() call high
        held.map(Held::get).map(this::given); //= org.user.Raw.Held#get() method_reference high | org.user.Raw#given(Job) method_reference high
        kept.map(Held::get).each(one -> done(one)); //= org.user.Raw.Held#get() method_reference high | org.user.Raw#done(Job) call high
        held.flat(Held::all).each(one -> done(one)); //= org.user.Raw#done(Job) call high
        done(held.map(Held::get).first()); //= org.user.Raw.Held#get() method_reference high | org.user.Raw#done(Job) call high
        jobs.map(Held::of).map(Held::get).each(one -> done(one)); //= org.user.Raw.Held#get() method_reference high | org.user.Raw#done(Job) call high
        jobs.map(Kept::new).each(one -> done(one.get())); //= org.user.Raw.Kept#<init>(V) method_reference exact | org.user.Raw#done(Job) call high
    }

    void done(Job job) {}

    Job given(Job job) {
        return job;
    }

    /** What does not compile is not passed over. */
    void wrong(Object any) {
        done(any); //= org.user.Raw#done(Job) call medium
    }

    Flow.Gather<Job, ?, Held<Object>> gathered() {
        return new Flow.Gather<>(Kept::new, (all, one) -> all.put(one), all -> all); //= org.user.Raw.Kept#<init>() method_reference exact | org.user.Raw.Kept#put(V) call high
    }

    void gathered(Flow<Job> jobs) {
        Flow.Gather<Job, ?, Kept<Job>> own = Flow.Gather.of(Kept::new, (all, one) -> all.put(one), all -> done(all.get())); //= org.user.Raw.Kept#<init>() method_reference exact | org.user.Raw.Kept#put(V) call high | org.user.Raw#done(Job) call high
        jobs.into(Flow.Gather.of(Kept::new, (all, one) -> all.put(one), all -> {})).put(null); //= org.user.Raw.Kept#<init>() method_reference exact | org.user.Raw.Kept#put(V) call high
    }
}
