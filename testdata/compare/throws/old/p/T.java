package p;

public class T {
    public void fresh() {}
    public void gone() throws java.io.IOException {}
    public void unchecked() {}
}
