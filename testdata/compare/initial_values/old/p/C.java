package p;

public class C {
    int[] a = {1};

    {
        a[0] = 1;
    }

    public void m() {
        new Object() {
            {
                m();
            }
        };
    }

    public static class Same {
        {
            System.out.println();
        }
    }

    public static class Made {}

    public static class Empty {}
}
