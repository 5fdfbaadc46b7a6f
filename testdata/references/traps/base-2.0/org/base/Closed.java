package org.base;

/** Types whose methods nobody else has. */
public class Closed {
    /** Of which nobody else is. */
    public static final class Grain { //? org.base.Closed.Grain#parse(String)
        public static Grain parse(String text) {
            return null;
        }

        public void weigh(int times) { //? org.base.Closed.Grain#weigh(int)
        }
    }

    /** Whose static methods nobody inherits. */
    public interface Mill { //? org.base.Closed.Mill#open(String)
        static Mill open(String name) {
            return null;
        }

        void turn(int times); //? org.base.Closed.Mill#turn(int)
    }

    /** Which nobody can make. */
    public static class Tools { //? org.base.Closed.Tools#sort(Object)
        private Tools() {
        }

        public static void sort(Object all) {
        }
    }

    /** Which nobody else can make, but for those that a type beside it is of. */
    public static class Kit { //? org.base.Closed.Kit#mix(Object)
        private Kit() {
        }

        public static void mix(Object all) {
        }
    }

    public static class Large extends Kit {
    }

    /** Which says what it is. */
    public enum Level { //? org.base.Closed.Level#valueOf(String)
        HIGH
    }
}
