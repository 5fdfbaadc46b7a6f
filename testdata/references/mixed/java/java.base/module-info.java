/** What every module requires. */
module java.base {
    exports java.io;
    exports java.lang;
    exports java.util;
    exports java.util.function;
    exports java.util.stream;
}
