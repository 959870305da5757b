//! Fields that the machine adds to classes of the JDK: state of its own that is undone, hashed and kept alive like the rest.

use crate::image::class::field_flag;
use crate::rules::CACHE;
use crate::types::Ty;

/// Class, type, name, flags.
pub(crate) const TABLE: &[(&str, Ty, &str, u8)] = &[
    // Where it comes from: a field of Java's since 25.
    (
        "java/lang/Class",
        Ty::Reference,
        crate::domains::DOMAIN,
        field_flag::PRIVATE_TO_VM,
    ),
    // What a loader of the program's own has defined.
    (
        "java/lang/ClassLoader",
        Ty::Long,
        crate::loaders::DEFINED,
        field_flag::PRIVATE_TO_VM,
    ),
    // Which method it is.
    (
        "java/lang/invoke/MemberName",
        Ty::Long,
        crate::method_handle_linkage::MEMBER_TARGET,
        field_flag::PRIVATE_TO_VM,
    ),
    // Where a stream of a file stands.
    (
        "java/io/FileDescriptor",
        Ty::Long,
        crate::natives::files::POSITION,
        field_flag::PRIVATE_TO_VM,
    ),
    // The cache of scoped values in force.
    ("java/lang/Thread", Ty::Reference, SCOPED_VALUE_CACHE, CACHE),
    // The locks whose stamps it has.
    (
        "java/lang/Thread",
        Ty::Reference,
        crate::natives::stamps::STAMPED,
        field_flag::PRIVATE_TO_VM,
    ),
    // What an inflater or deflater was given, and how much it gave.
    (
        "java/util/zip/Inflater",
        Ty::Reference,
        crate::natives::zip::TAKEN,
        field_flag::PRIVATE_TO_VM,
    ),
    (
        "java/util/zip/Inflater",
        Ty::Int,
        crate::natives::zip::GIVEN,
        field_flag::PRIVATE_TO_VM,
    ),
    (
        "java/util/zip/Deflater",
        Ty::Reference,
        crate::natives::zip::TAKEN,
        field_flag::PRIVATE_TO_VM,
    ),
    (
        "java/util/zip/Deflater",
        Ty::Int,
        crate::natives::zip::GIVEN,
        field_flag::PRIVATE_TO_VM,
    ),
    // The list of throwables in futures that nobody has asked.
    (
        "java/lang/Throwable",
        Ty::Reference,
        crate::unobserved_exceptions::NEXT,
        field_flag::PRIVATE_TO_VM,
    ),
    (
        "java/lang/Throwable",
        Ty::Reference,
        crate::unobserved_exceptions::KEEPER,
        field_flag::PRIVATE_TO_VM,
    ),
    (
        "java/lang/Throwable",
        Ty::Int,
        crate::unobserved_exceptions::THROWN,
        field_flag::PRIVATE_TO_VM,
    ),
    (
        "java/util/concurrent/ForkJoinTask",
        Ty::Reference,
        crate::unobserved_exceptions::STANDS_FOR,
        field_flag::PRIVATE_TO_VM,
    ),
    (
        "java/util/concurrent/CompletableFuture",
        Ty::Reference,
        crate::unobserved_exceptions::STANDS_FOR,
        field_flag::PRIVATE_TO_VM,
    ),
    // Whether another future completes it.
    (
        "java/util/concurrent/CompletableFuture",
        Ty::Int,
        crate::speculation::DEPENDS,
        field_flag::PRIVATE_TO_VM,
    ),
    // Whether functions hang on it, and whether somebody has taken them.
    (
        "java/util/concurrent/CompletableFuture",
        Ty::Int,
        crate::speculation::FUNCTIONS,
        field_flag::PRIVATE_TO_VM,
    ),
];

/// Name of the machine's own field in `Thread`.
pub(crate) const SCOPED_VALUE_CACHE: &str = "scopedValueCache (hidden)";
