package p;

import lombok.Value;
import lombok.experimental.NonFinal;

@Value
public final class Fixed {
    String a;
    int b;
    int always = 1;
    @NonFinal
    @lombok.Setter
    long more;
}
