package org.user;

import java.util.List;
import kotlin.jvm.functions.Function1;
import org.lib.Half;
import org.lib.Wide;

class Heir extends Half {
    public String getName() { return ""; } //= org.lib.Shape#name override exact
    public int getWidth() { return 1; } //= org.lib.Shape#width override exact
    public void setWidth(int width) {} //= org.lib.Shape#width override exact
    public void setWidth(String width) {}
    public boolean isOpen() { return true; } //= org.lib.Shape#isOpen override exact
    public void setHeight(long height) {} //= org.lib.Half#height override exact
    public static String getHeight(int more) { return ""; }
    public int scale(int by, String text) { return 1; } //= org.lib.Shape#scale(Int, String) override exact
    public int scale(Integer by, String text) { return 1; }
    public void boxed(Integer by) {} //= org.lib.Shape#boxed(Int) override exact
    public void boxed(int by) {}
    public void all(List<String> of) {} //= org.lib.Shape#all(List) override exact
}

class WideHeir extends Wide<String> {
    public void take(String of) {} //= org.lib.Wide#take(T) override exact
    public void waits() {} //? org.lib.Wide#waits()
}
