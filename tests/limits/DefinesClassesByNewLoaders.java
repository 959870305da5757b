import java.io.InputStream;

public class DefinesClassesByNewLoaders {
    public static class Large {
        public static String text() {
            return "a text";
        }

        static String text0() {
            return "text number 0";
        }

        static String text1() {
            return "text number 1";
        }

        static String text2() {
            return "text number 2";
        }

        static String text3() {
            return "text number 3";
        }

        static String text4() {
            return "text number 4";
        }

        static String text5() {
            return "text number 5";
        }

        static String text6() {
            return "text number 6";
        }

        static String text7() {
            return "text number 7";
        }

        static String text8() {
            return "text number 8";
        }

        static String text9() {
            return "text number 9";
        }

        static String text10() {
            return "text number 10";
        }

        static String text11() {
            return "text number 11";
        }

        static String text12() {
            return "text number 12";
        }

        static String text13() {
            return "text number 13";
        }

        static String text14() {
            return "text number 14";
        }

        static String text15() {
            return "text number 15";
        }

        static String text16() {
            return "text number 16";
        }

        static String text17() {
            return "text number 17";
        }

        static String text18() {
            return "text number 18";
        }

        static String text19() {
            return "text number 19";
        }

        static String text20() {
            return "text number 20";
        }

        static String text21() {
            return "text number 21";
        }

        static String text22() {
            return "text number 22";
        }

        static String text23() {
            return "text number 23";
        }

        static String text24() {
            return "text number 24";
        }

        static String text25() {
            return "text number 25";
        }

        static String text26() {
            return "text number 26";
        }

        static String text27() {
            return "text number 27";
        }

        static String text28() {
            return "text number 28";
        }

        static String text29() {
            return "text number 29";
        }

        static String text30() {
            return "text number 30";
        }

        static String text31() {
            return "text number 31";
        }

        static String text32() {
            return "text number 32";
        }

        static String text33() {
            return "text number 33";
        }

        static String text34() {
            return "text number 34";
        }

        static String text35() {
            return "text number 35";
        }

        static String text36() {
            return "text number 36";
        }

        static String text37() {
            return "text number 37";
        }

        static String text38() {
            return "text number 38";
        }

        static String text39() {
            return "text number 39";
        }

        static String text40() {
            return "text number 40";
        }

        static String text41() {
            return "text number 41";
        }

        static String text42() {
            return "text number 42";
        }

        static String text43() {
            return "text number 43";
        }

        static String text44() {
            return "text number 44";
        }

        static String text45() {
            return "text number 45";
        }

        static String text46() {
            return "text number 46";
        }

        static String text47() {
            return "text number 47";
        }

        static String text48() {
            return "text number 48";
        }

        static String text49() {
            return "text number 49";
        }

        static String text50() {
            return "text number 50";
        }

        static String text51() {
            return "text number 51";
        }

        static String text52() {
            return "text number 52";
        }

        static String text53() {
            return "text number 53";
        }

        static String text54() {
            return "text number 54";
        }

        static String text55() {
            return "text number 55";
        }

        static String text56() {
            return "text number 56";
        }

        static String text57() {
            return "text number 57";
        }

        static String text58() {
            return "text number 58";
        }

        static String text59() {
            return "text number 59";
        }
    }

    public static void main(String[] args) throws Exception {
        byte[] bytes;
        try (InputStream in = DefinesClassesByNewLoaders.class.getResourceAsStream("DefinesClassesByNewLoaders$Large.class")) {
            bytes = in.readAllBytes();
        }
        while (true) {
            new ClassLoader() {
                Class<?> define() {
                    return defineClass(null, bytes, 0, bytes.length);
                }
            }.define().getMethod("text").invoke(null);
        }
    }
}
