// Everything that C++ initialises before main() starts, each time with a look-up.
#include "sliding.hpp"

#include <cstdio>
#include <pthread.h>

std::uint64_t look_up() { return sliding::queen_attacks(0, 0); }

static std::uint64_t in_a_thread() {
    std::uint64_t found = 0;
    pthread_t thread;
    const auto work = [](void* place) -> void* {
        *static_cast<std::uint64_t*>(place) = look_up();
        return nullptr;
    };
    pthread_create(&thread, nullptr, work, &found);
    pthread_join(thread, nullptr);
    return found;
}

struct Class {
    static inline const std::uint64_t member = look_up();
};

template <class Any> struct Template {
    static inline const std::uint64_t inline_member = look_up();
    static const std::uint64_t member;
};
template <class Any> const std::uint64_t Template<Any>::member = look_up();

template <class Any> const std::uint64_t variable_template = look_up();

extern std::uint64_t asked_of_another_file;
static const std::uint64_t static_variable = look_up();
inline const std::uint64_t inline_variable = look_up();
static const std::uint64_t looked_up_in_a_thread = in_a_thread();
thread_local const std::uint64_t thread_local_variable = look_up();

static std::uint64_t looked_up_by_a_constructor;
[[gnu::constructor(102)]] static void construct() { looked_up_by_a_constructor = look_up(); }

int main() {
    constexpr std::uint64_t right = 0x81412111090503fe;
    const struct {
        const char* name;
        std::uint64_t found;
    } cases[] = {
        {"asked of another file", asked_of_another_file},
        {"static variable", static_variable},
        {"inline variable", inline_variable},
        {"inline static member", Class::member},
        {"inline static member of a template", Template<int>::inline_member},
        {"static member of a template", Template<int>::member},
        {"variable template", variable_template<int>},
        {"in a thread", looked_up_in_a_thread},
        {"thread-local variable", thread_local_variable},
        {"constructor", looked_up_by_a_constructor},
    };
    for (const auto& [name, found] : cases)
        if (found != right)
            std::printf("%s: wrong\n", name);
    std::printf("%zu cases\n", sizeof cases / sizeof *cases);
}
