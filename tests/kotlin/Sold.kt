// A program for `check`: two sellers, a counter without a lock.
package sold

import kotlin.concurrent.thread

var sold = 0

fun main() {
    val sellers = List(2) { thread { sold++ } }
    sellers.forEach { it.join() }
    assert(sold == 2)
}
