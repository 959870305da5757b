//@ jdk: 8 to 17
/** The class of a lambda is hidden: what is behind its name is not found by any loader, and its descriptor is none. */
public class LambdaHasNoNameToFind {
    public static void main(String[] args) {
        Runnable lambda = () -> { };
        Class<?> type = lambda.getClass();
        assert type.getName().indexOf('/') > 0;
        assert type.isSynthetic();
        try {
            Class.forName(type.getName());
            throw new AssertionError(type.getName());
        } catch (ClassNotFoundException expected) {
            // Its name is for people.
        }
        String number = type.getName().substring(type.getName().indexOf("Lambda$") + 7);
        assert type.getName().startsWith("LambdaHasNoNameToFind$$Lambda");
        assert Integer.parseInt(number.substring(0, number.indexOf('/'))) >= 0;
    }
}
