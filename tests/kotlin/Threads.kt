// `thread {}`, `synchronized`, `@Volatile`, locks, atomics, `lazy` from several threads; whatever they do, the output is the same.
package threads

import java.util.concurrent.ConcurrentHashMap
import java.util.concurrent.CountDownLatch
import java.util.concurrent.Executors
import java.util.concurrent.atomic.AtomicInteger
import java.util.concurrent.locks.ReentrantReadWriteLock
import kotlin.concurrent.read
import kotlin.concurrent.thread
import kotlin.concurrent.write

class Till {
    private val lock = Any()
    private var sum = 0

    @Volatile
    var closed = false

    fun sell(price: Int) = synchronized(lock) {
        check(!closed) { "closed" }
        sum += price
        sum
    }

    @Synchronized
    fun close(): Int {
        closed = true
        return synchronized(lock) { sum }
    }
}

val computed = AtomicInteger()
val shared: String by lazy {
    computed.incrementAndGet()
    "once"
}

fun main() {
    val till = Till()
    val sellers = List(3) { number -> thread(name = "seller-$number") { repeat(2) { till.sell(number + 1) } } }
    sellers.forEach { it.join() }
    println("sold ${till.close()}")
    try {
        till.sell(1)
    } catch (e: IllegalStateException) {
        println(e.message)
    }
    val readers = List(2) { thread { check(shared == "once") } }
    readers.forEach(Thread::join)
    println("computed ${computed.get()}")
    val counts = ConcurrentHashMap<String, Int>()
    val pool = Executors.newFixedThreadPool(2)
    val done = CountDownLatch(4)
    for (word in listOf("a", "b", "a", "a")) {
        pool.execute {
            counts.merge(word, 1, Int::plus)
            done.countDown()
        }
    }
    done.await()
    pool.shutdown()
    println(counts.toSortedMap())
    val guard = ReentrantReadWriteLock()
    var value = 0
    val writer = thread { guard.write { value = 42 } }
    writer.join()
    println(guard.read { value })
    println(runCatching { error("broken") }.exceptionOrNull()?.message)
}
