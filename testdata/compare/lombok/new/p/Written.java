package p;

import java.util.List;
import lombok.AccessLevel;
import lombok.Data;
import lombok.Getter;
import lombok.Setter;

/** Of what stands here by hand in the old version, a setter of a final field is gone, and a getter is for nobody. */
@Data
public class Written<T> {
    private String name;
    private boolean isOpen;
    private boolean wide;
    private List<T> all;
    private final int count;
    private static int shared;
    @Getter(AccessLevel.NONE)
    private String hidden;
    @Setter(value = AccessLevel.PROTECTED)
    private String held;
    private long fresh;
}
