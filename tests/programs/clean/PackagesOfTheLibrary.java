//@ assumes: environment
// Which packages have loaded classes differs between JVMs.
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

public class PackagesOfTheLibrary {
    public static void main(String[] args) {
        List<String> names = Arrays.stream(Package.getPackages()).map(Package::getName).collect(Collectors.toList());
        assert names.contains("java.lang");
        assert names.contains("java.util");
        assert Package.getPackage("java.util").getName().equals("java.util");
    }
}
