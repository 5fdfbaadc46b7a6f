package odd;

class Many {
    void add(int a0, A0 b) { System.out.println("overload 00"); }
    void add(int a1, A1 b) { System.out.println("overload 01"); }
    void add(int a2, A2 b) { System.out.println("overload 02"); }
    void add(int a3, A3 b) { System.out.println("overload 03"); }
    void add(int a4, A4 b) { System.out.println("overload 04"); }
    void add(int a5, A5 b) { System.out.println("overload 05"); }
    void add(int a6, A6 b) { System.out.println("overload 06"); }
    void add(int a7, A7 b) { System.out.println("overload 07"); }
    void add(int a8, A8 b) { System.out.println("overload 08"); }
    void add(int a9, A9 b) { System.out.println("overload 09"); }
    void add(int a10, A10 b) { System.out.println("overload 10"); }
    void add(int a11, A11 b) { System.out.println("overload 11"); }
    void add(int a12, A12 b) { System.out.println("overload 12"); }
    void add(int a13, A13 b) { System.out.println("overload 13"); }
    void add(int a14, A14 b) { System.out.println("overload 14"); }
    void add(int a15, A15 b) { System.out.println("overload 15"); }
    void add(int a16, A16 b) { System.out.println("overload 16"); }
    void add(int a17, A17 b) { System.out.println("overload 17"); }
    void add(int a18, A18 b) { System.out.println("overload 18"); }
    void add(int a19, A19 b) { System.out.println("overload 19"); }
    void add(int a20, A20 b) { System.out.println("overload 20"); }
    void add(int a21, A21 b) { System.out.println("overload 21"); }
    void add(int a22, A22 b) { System.out.println("overload 22"); }
    void add(int a23, A23 b) { System.out.println("overload 23"); }
    void add(int a24, A24 b) { System.out.println("overload 24"); }
    void add(int a25, A25 b) { System.out.println("overload 25"); }
    void add(int a26, A26 b) { System.out.println("overload 26"); }
    void add(int a27, A27 b) { System.out.println("overload 27"); }
    void add(int a28, A28 b) { System.out.println("overload 28"); }
    void add(int a29, A29 b) { System.out.println("overload 29"); }
    void add(int a30, A30 b) { System.out.println("overload 30"); }
    void add(int a31, A31 b) { System.out.println("overload 31"); }
    void add(int a32, A32 b) { System.out.println("overload 32"); }
    void add(int a33, A33 b) { System.out.println("overload 33"); }
    void add(int a34, A34 b) { System.out.println("overload 34"); }
    void add(int a35, A35 b) { System.out.println("overload 35"); }
    void add(int a36, A36 b) { System.out.println("overload 36"); }
    void add(int a37, A37 b) { System.out.println("overload 37"); }
    void add(int a38, A38 b) { System.out.println("overload 38"); }
    void add(int a39, A39 b) { System.out.println("overload 39"); }
}
