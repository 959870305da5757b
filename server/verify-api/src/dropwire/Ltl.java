package dropwire;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * What must hold of every run of a program, as {@code ltl} of a {@code [[property]]} says it.
 *
 * <p>A name without its class is one of the annotated class. Nothing of this is looked at when the program runs on an ordinary JVM.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.TYPE, ElementType.FIELD})
public @interface Ltl {
    /**
     * The formulas.
     *
     * @return one or several, each a property of its own
     */
    String[] value();

    /**
     * Which runs without an end count.
     *
     * @return {@code none}, {@code weak} or {@code strong}
     */
    String fairness() default "weak";
}
