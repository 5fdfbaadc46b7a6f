package p;

import lombok.*;
import lombok.experimental.Accessors;

/** What the annotations add is gone in the new version, or stands there by hand. */
@AllArgsConstructor
@NoArgsConstructor(access = AccessLevel.PROTECTED)
@RequiredArgsConstructor(staticName = "of")
public class Annotated {
    @NonNull
    @Getter
    private String id;
    @Getter
    @Setter
    private int size = 1;
    @With
    private final boolean seen = false;
    @Getter
    @Setter
    @Accessors(fluent = true)
    private String mark;
    @With
    private long more;
    @Getter
    private boolean ready;

    public boolean getReady() {
        return ready;
    }
}
