package p;

import lombok.Builder;

@Builder
public class Built {
    private int a;
}
