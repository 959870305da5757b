import java.nio.file.attribute.AclEntry;
import java.nio.file.attribute.AclEntryType;

// An entry is immutable, its builder guards nothing.
public class BuilderOfAnAclEntry {
    static final AclEntry.Builder BUILDER = AclEntry.newBuilder();

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> BUILDER.setType(AclEntryType.ALLOW)); //~ data-race
        other.start();
        BUILDER.setType(AclEntryType.DENY); //~ data-race
        other.join();
    }
}
