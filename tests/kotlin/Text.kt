// String templates, raw strings, regular expressions, formatting, characters, unsigned numbers, ranges, ordered collections.
package text

fun main() {
    val name = "Kotlin"
    println("$name has ${name.length} letters, ${'$'}5")
    println(
        """
        |first "quoted" \n
        |  second ${1 + 1}
        """.trimMargin()
    )
    println("a,b;c".split(',', ';').map(String::uppercase))
    println(Regex("(\\w+)@(\\w+)").find("mail bob@home now")!!.destructured.let { (user, host) -> "$user at $host" })
    println("2024-05-06".replace(Regex("(\\d+)-(\\d+)-(\\d+)")) { it.groupValues.drop(1).reversed().joinToString(".") })
    println("%05.2f|%-6s|%+d|%x".format(3.14159, "ab", 7, 255))
    println("radar".let { it == it.reversed() })
    println(('a'..'e').joinToString("") + ('e' downTo 'a' step 2).toList())
    println(UInt.MAX_VALUE.toString() + " " + (0u - 1u) + " " + UByte.MAX_VALUE + " " + 250.toUByte().toInt())
    println("${Int.MAX_VALUE + 1} ${1L shl 40} ${-7 / 2} ${-7 % 3} ${(-7).mod(3)} ${0x1F and 0b1010} ${5 xor 1}")
    println("${'x'.code} ${"x".padStart(4, '.')} ${"Hello"[1]} ${"hello".replaceFirstChar { it.titlecase() }}")
    println(listOf(3, 1, 2).sortedDescending().windowed(2).map { it.sum() })
    println(mapOf("b" to 2, "a" to 1).toSortedMap().entries.joinToString { "${it.key}=${it.value}" })
    println("one two three".split(" ").associateWith { it.length }.filterValues { it == 3 })
    println((1..20).partition { it % 3 == 0 })
    println(listOf(1, 2, 3, 4).runningFold(0, Int::plus))
    println("${1.0 / 3} ${1f / 3} ${Double.NaN == Double.NaN} ${0.1 + 0.2}")
    println("12".toInt() + ("x".toIntOrNull() ?: 30))
    println(arrayOf(1, 2).contentToString() + intArrayOf(3, 4).sum() + Array(2) { IntArray(2) { it } }.contentDeepToString())
    println("line1\nline2".lines() + "ünï".map { it.code })
}
