package p;

public class T {
    public int field;
    protected void narrowed() {}
    public void hidden() {}
    void widened() {}
    protected void opened() {}
}
class Inside { public void gone() {} }
