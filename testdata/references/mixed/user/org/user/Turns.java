package org.user;

import java.util.List;

public interface Turns {
    void turn(int by, String text);
    void boxed(Integer by);
    void both(int by);
    void both(Integer by);
    void all(List<String> of);
    void many(String[] of, byte[] bytes);
}
