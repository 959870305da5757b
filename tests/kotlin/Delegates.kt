// Companions, objects, `lazy` and other delegates, `lateinit`, `by`, inner and nested classes, null safety, generics, value classes.
package delegates

import kotlin.properties.Delegates
import kotlin.reflect.KProperty

class Account private constructor(val owner: String) {
    companion object {
        const val LIMIT = 3
        private var opened = 0

        @JvmStatic
        fun open(owner: String): Account {
            check(opened < LIMIT) { "no more than $LIMIT accounts" }
            opened++
            return Account(owner)
        }
    }

    val motto: String by lazy {
        println("computing for $owner")
        owner.reversed()
    }
    var balance: Int by Delegates.observable(0) { property, old, new -> println("${property.name}: $old -> $new") }
    lateinit var note: String

    inner class Entry(val amount: Int) {
        init {
            balance += amount
        }

        fun of() = owner
    }
}

class Shout(private var text: String) {
    operator fun getValue(owner: Any?, property: KProperty<*>) = "$text (${property.name})"
    operator fun setValue(owner: Any?, property: KProperty<*>, value: String) {
        text = value.uppercase()
    }
}

interface Named {
    val name: String
    fun hello() = "hello $name"
}

class Person(override val name: String) : Named

class Loud(person: Named) : Named by person {
    override fun hello() = name.uppercase()
}

object Registry {
    private val items = mutableMapOf<String, Int>()
    operator fun set(key: String, value: Int) {
        items[key] = value
    }
    operator fun get(key: String) = items[key] ?: -1
}

@JvmInline
value class Metres(val value: Int) {
    operator fun plus(other: Metres) = Metres(value + other.value)
}

class Stack<out T : Comparable<@UnsafeVariance T>>(private val items: List<T>) {
    fun largest(): T? = items.maxOrNull()
}

fun main() {
    val account = Account.open("ann")
    println(account.motto + account.motto)
    println(account.Entry(5).of() + account.Entry(7).amount)
    try {
        println(account.note)
    } catch (e: UninitializedPropertyAccessException) {
        println(e.message)
    }
    account.note = "set"
    println(account.note)
    var shout by Shout("first")
    println(shout)
    shout = "second"
    println(shout)
    val person = Person("bob")
    println("${person.hello()} ${Loud(person).hello()} ${Loud(person).name}")
    Registry["a"] = 4
    println("${Registry["a"]} ${Registry["b"]}")
    println(Metres(3) + Metres(4))
    println("${Stack(listOf(3, 9, 2)).largest()} ${Stack(emptyList<String>()).largest()}")
    val missing: String? = null
    println("${missing?.length} ${missing?.length ?: 0} ${missing.orEmpty().length}")
    try {
        println(missing!!.length)
    } catch (e: NullPointerException) {
        println("null")
    }
    repeat(3) {
        try {
            println(Account.open("more$it").owner)
        } catch (e: IllegalStateException) {
            println(e.message)
        }
    }
}
