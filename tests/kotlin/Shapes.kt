// Sealed hierarchies, data classes, `when`, smart casts, destructuring, default and named arguments.
package shapes

import kotlin.math.PI

sealed interface Shape {
    data class Circle(val radius: Double) : Shape
    data class Box(val width: Int, val height: Int = width) : Shape
    data object Nothing : Shape
}

fun area(shape: Shape): Double = when (shape) {
    is Shape.Circle -> PI * shape.radius * shape.radius
    is Shape.Box -> (shape.width * shape.height).toDouble()
    Shape.Nothing -> 0.0
}

enum class Colour(val code: String) {
    RED("#f00") { override fun warm() = true },
    BLUE("#00f");

    open fun warm() = false
}

fun describe(value: Any?): String = when (value) {
    null -> "null"
    0, 1 -> "small"
    in 2..9 -> "digit"
    is Int -> "int $value"
    is String -> if (value.isEmpty()) "empty" else "text of ${value.length}"
    is List<*> -> value.joinToString(prefix = "<", postfix = ">") { describe(it) }
    else -> value::class.simpleName ?: "?"
}

fun greet(name: String = "you", times: Int = 1, mark: Char = '!') = "hello $name$mark ".repeat(times).trim()

fun main() {
    val shapes = listOf(Shape.Circle(1.5), Shape.Box(3), Shape.Box(width = 2, height = 5), Shape.Nothing)
    for (shape in shapes) println("$shape has ${area(shape)}")
    val (width, height) = Shape.Box(4, 6)
    println("$width x $height, ${Shape.Box(4, 6).copy(height = 1)}, ${Shape.Box(1) == Shape.Box(1, 1)}")
    println(Colour.entries.map { "${it.name}=${it.code}/${it.warm()}" })
    println(Colour.valueOf("RED").ordinal)
    for (value in listOf(null, 0, 7, 70, "", "abc", listOf(1, "x"), 2.5)) println(describe(value))
    println(greet())
    println(greet("ann", times = 2))
    println(greet(mark = '?'))
    try {
        Colour.valueOf("GREEN")
    } catch (e: IllegalArgumentException) {
        println(e.message)
    }
}
