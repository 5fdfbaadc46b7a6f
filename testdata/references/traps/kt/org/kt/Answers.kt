package org.kt

interface Answering {
    fun answer(text: String, code: Int = 200)
    fun refuse(text: String, code: Int)
}

open class Answers : Answering {
    override fun answer(text: String, code: Int) = Unit
    override fun refuse(text: String, code: Int) = Unit
}

fun Answers.refuse(text: String) = refuse(text, 400) //= org.kt.Answers#refuse(String, Int) call high

fun all(answers: Answers) {
    answers.answer("left out") //= org.kt.Answers#answer(String, Int) call high
    answers.refuse("an extension's") //= org.kt.AnswersKt#refuse call high
}

class Doing {
    private fun done(code: Int) = code
    private fun begun(code: Int) = code

    fun all(work: (Int) -> Int, begun: (Int) -> Int): Int {
        var done = false
        val work = 3
        if (done) return done(1) //= org.kt.Doing#done(Int) call high
        return begun(work)
    }
}
//? org.kt.Doing#begun(Int)
