package p;

import java.io.FileNotFoundException;
import java.io.IOException;

public class T {
    public T(int own) throws Unchecked {}
    public T(String dropped) {}
    public void own() throws Unchecked {}
    public void ownBelow() {}
    public void ownError() throws Failed {}
    public void ownChecked() throws Checked {}
    public void jdk() throws java.util.MissingResourceException, java.util.concurrent.RejectedExecutionException {}
    public void error() {}
    public void other() {}
    public void redundant() throws IOException {}
    public void redundantOwn() throws Below, IOException {}
    public void narrowed() throws FileNotFoundException {}
    public void widened() throws IOException {}
    public void ordered() throws InterruptedException, IOException {}
    public static void fixed() {}
    public static class Unchecked extends RuntimeException {}
    public static class Below extends Unchecked {}
    public static class Failed extends Error {}
    public static class Checked extends IOException {}
    public static class IllegalStateException extends Exception {}
}
