import java.util.Vector;

/** A class of the program's own reads an inherited field without the lock under which the JDK writes it. */
public class FieldThatAVectorDeclares extends Vector<Integer> {
    int count() {
        return elementCount; //~ data-race
    }

    public static void main(String[] args) throws InterruptedException {
        FieldThatAVectorDeclares vector = new FieldThatAVectorDeclares();
        Thread adds = new Thread(() -> {
            vector.add(1); //~ data-race
        });
        adds.start();
        vector.count();
        adds.join();
    }
}
