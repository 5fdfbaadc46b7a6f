package org.example;

class Merged {
<<<<<<< HEAD
    void ours() {}
=======
    void theirs() {}
>>>>>>> branch
    void common() {}
}
