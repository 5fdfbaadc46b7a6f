package org.user;

import java.util.Collection;
import java.util.List;

/** Methods that several supertypes declare alike, and none overrides another. */
class Alike {
    interface First {
        void close();

        Object get();
    }

    interface Second {
        void close();

        String get();
    }

    interface Third {
        void close();
    }

    interface Deep extends Second {
        void close(); //= org.user.Alike.Second#close() override exact
    }

    interface Both extends First, Second {}

    interface Turned extends Second, First {}

    interface All extends Third, Second, First {}

    interface Deeper extends Deep, First {}

    interface Later extends Third, Both {}

    abstract static class Left implements First {
        public abstract void close(); //= org.user.Alike.First#close() override exact
    }

    abstract static class Taken extends Left implements Third {}

    abstract static class Own implements First, Second {
        void all() {
            close(); //= org.user.Alike.Second#close() call high
        }
    }

    abstract static class Done implements First {
        public void close() {} //= org.user.Alike.First#close() override exact
    }

    abstract static class Over extends Done implements Second {}

    interface Wide {
        Collection<String> all();
    }

    interface Narrow {
        List<String> all();
    }

    interface Wider extends Narrow, Wide {}

    interface Holds<T> {
        void put(T one);
    }

    interface Keeps<T> {
        void put(T one);
    }

    interface Stores<T> extends Keeps<T>, Holds<T> {}

    <T extends Third & First> void alike(Both both, Turned turned, All all, Deeper deeper, Later later, T bound) {
        both.close(); //= org.user.Alike.Second#close() call high
        turned.close(); //= org.user.Alike.Second#close() call high
        all.close(); //= org.user.Alike.Second#close() call high
        deeper.close(); //= org.user.Alike.First#close() call high
        later.close(); //= org.user.Alike.Second#close() call high
        bound.close(); //= org.user.Alike.Third#close() call high
        turned.get(); //= org.user.Alike.Second#get() call high
        Runnable closing = both::close; //= org.user.Alike.Second#close() method_reference high
    }

    void classes(Own own, Taken taken, Over over) {
        own.close(); //= org.user.Alike.Second#close() call high
        taken.close(); //= org.user.Alike.Third#close() call high
        over.close(); //= org.user.Alike.Done#close() call high
    }

    void narrower(Wider wider, Stores<String> stores) {
        wider.all(); //= org.user.Alike.Narrow#all() call high
        stores.put(""); //= org.user.Alike.Keeps#put(T) call high
    }
}
