package dropwire;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * What must hold in every state of a program, as {@code always} of a {@code [[property]]} says it.
 *
 * <p>A name without its class is one of the annotated class. What is said of fields of instances is said of every instance.
 * Nothing of this is looked at when the program runs on an ordinary JVM.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.TYPE, ElementType.FIELD})
public @interface Always {
    /**
     * The predicates.
     *
     * @return one or several, each a property of its own
     */
    String[] value();
}
