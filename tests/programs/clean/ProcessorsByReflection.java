// As PoolAsLargeAsTheMachine; the number of processors is asked by reflection.
public class ProcessorsByReflection {
    //@ assumes: processors
    public static void main(String[] args) throws ReflectiveOperationException {
        Object processors = Runtime.class.getMethod("availableProcessors").invoke(Runtime.getRuntime());
        assert (int) processors > 1;
    }
}
