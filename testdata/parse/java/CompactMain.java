import java.util.List;

/** Said. */
String greeting = "hello";

/** Runs it. Truly. */
void main(String[] args) {
    class Local {}
    IO.println(greeting);
}

record Pair(int a, int b) {}

static int twice(int x) { return 2 * x; }
