// Lambdas, inline and reified functions, extensions, operators, scope functions, sequences, tail recursion, closures.
package functions

inline fun <reified T> countOf(items: Iterable<Any?>): Int = items.count { it is T }

inline fun measured(label: String, block: () -> Int): String {
    val result = block()
    return "$label=$result"
}

fun firstEven(numbers: List<Int>): Int? {
    numbers.forEach { if (it % 2 == 0) return it }
    return null
}

data class Vec(val x: Int, val y: Int) {
    operator fun plus(other: Vec) = Vec(x + other.x, y + other.y)
    operator fun get(index: Int) = if (index == 0) x else y
    operator fun unaryMinus() = Vec(-x, -y)
    infix fun dot(other: Vec) = x * other.x + y * other.y
}

operator fun Int.times(vec: Vec) = Vec(this * vec.x, this * vec.y)

val String.shouted: String get() = uppercase() + "!"

tailrec fun gcd(a: Int, b: Int): Int = if (b == 0) a else gcd(b, a % b)

fun compose(vararg steps: (Int) -> Int): (Int) -> Int = { start -> steps.fold(start) { value, step -> step(value) } }

fun counter(): () -> Int {
    var count = 0
    return { ++count }
}

fun interface Rule {
    fun check(text: String): Boolean
}

fun main() {
    println(countOf<String>(listOf(1, "a", null, "b", 2.0)))
    println(measured("sum") { (1..10).sum() })
    println("${firstEven(listOf(1, 3, 4, 6))} ${firstEven(listOf(1))}")
    println("${Vec(1, 2) + 3 * Vec(1, 1)} ${(-Vec(1, 2))[1]} ${Vec(1, 2) dot Vec(3, 4)}")
    println("quiet".shouted)
    println(gcd(1071, 462))
    println(compose({ it + 1 }, { it * 10 }, Int::inc)(4))
    val next = counter()
    println("${next()} ${next()} ${next()}")
    val short = Rule { it.length < 4 }
    println("${short.check("abc")} ${short.check("abcd")}")
    println(generateSequence(1) { it * 2 }.filter { it % 3 == 1 }.take(5).toList())
    println(sequence { yield(1); yieldAll(listOf(2, 3)); yield(4) }.map { it * it }.sum())
    println("text".let { it + it.length }.also { println("also $it") }.run { reversed() })
    println(buildString { append("a"); repeat(3) { append(it) } })
    val groups = listOf("apple", "avocado", "bean", "beet", "corn").groupBy { it.first() }
    println(groups.mapValues { (_, words) -> words.size })
    println(groups.flatMap { it.value }.sortedWith(compareBy({ it.length }, { it })).chunked(2))
    println(listOf(1, 2, 3).zip("abc".toList()).toMap())
    outer@ for (i in 1..3) {
        for (j in 1..3) {
            if (j == 2) continue@outer
            if (i == 3) break@outer
            println("$i$j")
        }
    }
}
