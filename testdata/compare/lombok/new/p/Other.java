package p;

import lombok.Getter;
import q.Setter;

/** Another's annotation of the same name adds nothing. */
@Setter
public class Other {
    @Getter
    private String x;
}
