package p;

public class C {
    int[] a = {1};

    {
        a[0] = 2;
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
            System.out.println(); // the same
        }
    }

    public static class Made {
        public Made() {
            System.out.println();
        }
    }

    public static class Empty {
        public Empty() {}
    }
}
