package p;

import lombok.Setter;
import lombok.experimental.Accessors;
import q.*;

/** Its accessors have their usual names, and the getter is not one of Lombok's. */
@Accessors(chain = true)
public class Chained {
    @Getter
    public int a;

    public int getA() {
        return a;
    }

    public void close() {}
    @Accessors(fluent = true)
    public static class Fluent {
        @Accessors(chain = false)
        @Setter
        private int size;

        public void size(int size) {
            this.size = size;
        }
    }
}
