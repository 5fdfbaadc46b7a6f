package p;

public class T {
    protected int field;
    void narrowed() {}
    private void hidden() {}
    public void widened() {}
    public void opened() {}
}
class Inside { }
